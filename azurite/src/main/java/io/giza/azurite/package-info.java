/** Azurite, the emulator of Azure Storage, as a process: to try things out and to test. */
@org.jspecify.annotations.NullMarked
package io.giza.azurite;
