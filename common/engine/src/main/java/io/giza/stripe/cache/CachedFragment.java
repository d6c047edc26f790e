package io.giza.stripe.cache;

import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.stripe.cache.FragmentCache.ReadFrom;

import java.util.Optional;

/**
 * A fragment of another data center, of which there may be a copy here.
 *
 * @param far where it lies
 * @param length how many bytes it has, its header included
 */
record CachedFragment(FragmentCache cache, FragmentStore far, long length)
        implements FragmentStore {
    @Override
    public DcName dc() {
        return far.dc();
    }

    @Override
    public FragmentRead read(FragmentId id, long offset, long count) throws ReplicaException {
        boolean usable = cache.isUsable();
        Optional<FragmentRead> copy = usable ? copy(id, offset, count) : Optional.empty();
        if (copy.isPresent()) {
            return copy.get();
        }
        FragmentRead read = far.read(id, offset, count);
        boolean isWhole = offset == 0 && count >= length;
        return usable && isWhole && read instanceof FragmentRead.Found found
                ? new FragmentRead.Found(cache.slots().copying(id, length, found.bytes()))
                : read;
    }

    private Optional<FragmentRead> copy(FragmentId id, long offset, long count) {
        try {
            return switch (cache.copies().read(id, offset, count)) {
                case FragmentRead.Found found -> {
                    cache.count(ReadFrom.HIT);
                    yield Optional.of(new FragmentRead.Found(new CopiedBytes(found.bytes())));
                }
                case FragmentRead.Absent _ -> {
                    cache.count(ReadFrom.MISS);
                    yield Optional.empty();
                }
            };
        } catch (ReplicaException e) {
            cache.count(ReadFrom.FAILED);
            return Optional.empty();
        }
    }

    @Override
    public FragmentUpload create(FragmentId id, long bytes) throws ReplicaException {
        return far.create(id, bytes);
    }

    @Override
    public void delete(FragmentId id) throws ReplicaException {
        far.delete(id);
    }
}
