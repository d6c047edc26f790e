package io.giza.metadata.table;

class InMemoryRowTableTest extends RowTableContract {
    @Override
    RowTable open() {
        return new InMemoryRowTable();
    }
}
