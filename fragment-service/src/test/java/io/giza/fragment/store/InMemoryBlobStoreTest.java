package io.giza.fragment.store;

class InMemoryBlobStoreTest extends BlobStoreContract {
    private final BlobStore store = new InMemoryBlobStore();

    @Override
    BlobStore store() {
        return store;
    }
}
