#!/bin/busybox sh
# The guest's first program: modules, this machine's files read-only with a layer of memory over them, the job.
/bin/busybox --install -s /bin
mount -t proc none /proc
mount -t sysfs none /sys
mount -t devtmpfs none /dev
for module in /modules/*.ko; do insmod "$module" || echo "cannot load $module"; done
mount -t configfs none /sys/kernel/config
mkdir -p /host /over
mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144,cache=loose,ro host /host
mount -t tmpfs none /over
mkdir -p /over/upper /over/work /over/root
mount -t overlay -o lowerdir=/host,upperdir=/over/upper,workdir=/over/work none /over/root
mount --bind /proc /over/root/proc
mount --rbind /sys /over/root/sys
mount --bind /dev /over/root/dev
mkdir -p /over/root/dev/shm
mount -t tmpfs none /over/root/dev/shm
ip link set lo up
HOME=/tmp LG_WD=/tmp OMP_NUM_THREADS=1 PYTHONPATH="$VM_PATH" PYTHONDONTWRITEBYTECODE=1 \
    chroot /over/root "$VM_PYTHON" -u "$VM_JOB"
echo "the guest ended with $?"
poweroff -f
