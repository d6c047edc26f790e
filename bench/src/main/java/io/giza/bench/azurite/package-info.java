/** What the stores of Azure make of the emulator, beside what it does for bare clients. */
@NullMarked
package io.giza.bench.azurite;

import org.jspecify.annotations.NullMarked;
