package io.giza.gateway.read;

import io.giza.erasure.ByteRange;
import io.giza.model.Manifest;
import io.giza.stripe.VersionFragments;
import io.giza.stripe.read.ByteTarget;

import org.jspecify.annotations.Nullable;

import java.io.IOException;

/** Reads an object whose list of parts is stored apart: first the list, then the parts. */
final class StoredPartsReader implements RangeReader {
    private final DataReader data;
    private final DataReader.GetContext get;
    private final DataReader.Source source;
    private final Manifest.StoredParts stored;
    private final ByteRange range;
    private final RangeReader list;
    private @Nullable PartsReader parts;

    /** Begins to read the list. */
    StoredPartsReader(
            DataReader data,
            DataReader.GetContext get,
            DataReader.Source source,
            Manifest.StoredParts stored,
            ByteRange range) {
        this.data = data;
        this.get = get;
        this.source = source;
        this.stored = stored;
        this.range = range;
        this.list = data.openPartList(get, source.put().key(), stored);
    }

    private PartsReader parts() throws IOException {
        PartsReader known = parts;
        if (known == null) {
            var read = DataReader.readPartList(list, stored);
            list.close();
            known =
                    new PartsReader(
                            data, get, source, new Manifest.Parts(stored.upload(), read), range);
            parts = known;
        }
        return known;
    }

    @Override
    public void ready() throws IOException {
        parts().ready();
    }

    @Override
    public void writeTo(ByteTarget target) throws IOException {
        parts().writeTo(target);
    }

    @Override
    public VersionFragments current() {
        return parts == null ? list.current() : parts.current();
    }

    @Override
    public void close() {
        list.close();
        if (parts != null) {
            parts.close();
        }
    }
}
