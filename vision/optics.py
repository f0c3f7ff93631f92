"""What a camera does to a picture: where points land, light, cast, blur, noise, JPEG."""

from dataclasses import dataclass
from math import cos, radians, sin, tan

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Points = NDArray[np.float64]
Picture = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera above the table; the table is z = 0, x right and y down as seen from above, in mm.

    `aim_mm` is the point that lands in the middle of the picture, `azimuth_deg` the side it leans to,
    `roll_deg` its turn about the view axis, `bend` the lens distortion k1 at the picture's corner.
    """

    size: tuple[int, int] = (1280, 960)
    height_mm: float = 450.0
    tilt_deg: float = 8.0
    azimuth_deg: float = 90.0
    roll_deg: float = 0.0
    field_deg: float = 56.0
    aim_mm: tuple[float, float] = (0.0, 0.0)
    bend: float = -0.01

    def matrix(self) -> Points:
        """The projection of (x, y, z, 1) in mm to pixels, float64 (3, 4), without distortion."""
        width, height = self.size
        focal = width / 2 / tan(radians(self.field_deg / 2))
        intrinsic = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
        tilt, azimuth, roll = radians(self.tilt_deg), radians(self.azimuth_deg), radians(self.roll_deg)
        spin = np.array([[cos(roll), -sin(roll), 0], [sin(roll), cos(roll), 0], [0, 0, 1]])
        axis = np.array([-sin(azimuth), cos(azimuth), 0]) * tilt
        lean, _ = cv2.Rodrigues(axis)
        turned = spin @ lean @ np.diag([1.0, 1.0, -1.0])
        away = np.array([0, 0, self.height_mm / cos(tilt)])
        shift = away - turned @ np.array([*self.aim_mm, 0.0])
        return np.asarray(intrinsic @ np.column_stack([turned, shift]))

    def plane(self, z_mm: float = 0.0) -> Points:
        """The homography from the plane at height z (mm, mm) to pixels, without distortion."""
        matrix = self.matrix()
        return np.column_stack([matrix[:, 0], matrix[:, 1], matrix[:, 2] * z_mm + matrix[:, 3]])

    def project(self, points_mm: Points) -> Points:
        """Where points (n, 3) in mm land, float64 (n, 2) in pixels, distortion included."""
        seen = np.column_stack([points_mm, np.ones(len(points_mm))]) @ self.matrix().T
        flat = seen[:, :2] / seen[:, 2:]
        middle = (np.array(self.size) - 1) / 2
        out = flat - middle
        reach = (out**2).sum(1, keepdims=True) / (np.array(self.size) ** 2).sum() * 4
        return np.asarray(middle + out * (1 + self.bend * reach))


@dataclass(frozen=True, slots=True)
class Light:
    """How bright, how coloured and how clean the picture is; `veil` is glare over the tiles, 0 to 1."""

    gain: float = 1.0
    cast_bgr: tuple[float, float, float] = (1.0, 1.0, 1.0)
    fall_off: float = 0.15
    veil: float = 0.0
    blur_px: float = 0.6
    motion_px: float = 0.0
    noise: float = 1.0
    jpeg: int = 90


def any_light(rng: Generator, hard: float = 1.0) -> Light:
    """A light as homes have it; `hard` scales blur, noise and glare (1: up to what can just be read)."""
    warm = rng.uniform(-0.06, 0.22)
    tint = rng.normal(0, 0.025, 3)
    return Light(
        gain=float(rng.uniform(0.45, 1.2)),
        cast_bgr=(float(1 - warm + tint[0]), float(1 + tint[1]), float(1 + 0.6 * warm + tint[2])),
        fall_off=float(rng.uniform(0, 0.35)),
        veil=float(rng.random() < 0.35) * float(rng.uniform(0.1, 0.62)) * hard,
        blur_px=float(rng.uniform(0.35, 1.1)) * hard,
        motion_px=float(rng.random() < 0.25) * float(rng.uniform(0.5, 2.0)) * hard,
        noise=float(rng.uniform(0.3, 2.5)) * hard,
        jpeg=int(rng.integers(72, 96)),
    )


def expose(picture: Picture, light: Light, glare_px: Points, rng: Generator) -> NDArray[np.uint8]:
    """The picture as the camera gives it, uint8 BGR of the same size; `glare_px` is the glare's middle."""
    height, width = picture.shape[:2]
    lit = picture * (np.array(light.cast_bgr, np.float32) * light.gain)
    lit *= _slope(height, width, light.fall_off, rng)[..., None]
    if light.veil:
        veil = _spot(height, width, glare_px, float(rng.uniform(0.12, 0.5)) * width)[..., None] * light.veil
        lit = lit * (1 - veil) + veil * np.float32(250) * min(1.0, light.gain + 0.1)
    lit = _blurred(lit, light, rng)
    lit = 255 * np.clip(lit / 255, 0, None) ** np.float32(rng.uniform(0.9, 1.1))
    lit += _noise(lit.shape, light.noise, rng)
    return _through_jpeg(np.clip(lit, 0, 255).astype(np.uint8), light.jpeg)


def _slope(height: int, width: int, fall: float, rng: Generator) -> Picture:
    corners = rng.uniform(1 - fall, 1 + fall / 3, (2, 2)).astype(np.float32)
    return cv2.resize(corners, (width, height), interpolation=cv2.INTER_LINEAR)


def _spot(height: int, width: int, middle: Points, radius: float) -> Picture:
    y, x = np.ogrid[:height, :width]
    far = ((x - middle[0]) ** 2 + (y - middle[1]) ** 2).astype(np.float32)
    return np.exp(-far / np.float32(2 * radius**2))


def _blurred(picture: Picture, light: Light, rng: Generator) -> Picture:
    soft = cv2.GaussianBlur(picture, (0, 0), max(0.2, light.blur_px))
    if light.motion_px < 0.4:
        return soft
    reach = 9
    kernel = np.zeros((reach, reach), np.float32)
    angle, middle = rng.uniform(0, np.pi), (reach - 1) / 2
    for step in np.linspace(-0.5, 0.5, 15) * min(light.motion_px, reach - 2):
        x, y = middle + step * np.cos(angle), middle + step * np.sin(angle)
        kernel[round(y), round(x)] += 1
    return cv2.filter2D(soft, -1, kernel / kernel.sum())


def _noise(shape: tuple[int, ...], strength: float, rng: Generator) -> Picture:
    """Sensor noise: one patch of 256 px, repeated, which no reader can tell from fresh noise."""
    patch = rng.standard_normal((256, 256, shape[2]), np.float32) * np.float32(1.6 * strength)
    times = (-(-shape[0] // 256), -(-shape[1] // 256), 1)
    return np.tile(patch, times)[: shape[0], : shape[1]]


def _through_jpeg(picture: NDArray[np.uint8], quality: int) -> NDArray[np.uint8]:
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
