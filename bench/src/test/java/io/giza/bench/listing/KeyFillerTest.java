package io.giza.bench.listing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.Set;

class KeyFillerTest {
    @Test
    void namesAreDistinctAndLieInFoldersOfFolders() {
        Set<String> names = new HashSet<>();
        Set<String> folders = new HashSet<>();
        for (int number = 0; number < 50_000; number++) {
            String name = KeyFiller.name(number);
            names.add(name);
            folders.add(name.substring(0, name.indexOf('/')));
        }
        assertThat(names).hasSize(50_000);
        assertThat(folders).hasSize(100);
        assertThat(names).allMatch(name -> name.compareTo(KeyFiller.TEMPLATE) > 0);
    }
}
