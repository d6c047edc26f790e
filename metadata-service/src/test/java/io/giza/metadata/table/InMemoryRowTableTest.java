package io.giza.metadata.table;

class InMemoryRowTableTest extends RowTableContract {
    @Override
    public RowTable open() {
        return new InMemoryRowTable();
    }
}
