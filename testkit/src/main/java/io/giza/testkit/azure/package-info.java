/**
 * Azure for tests: an emulator of its stores as a process, a proxy that loses and refuses, and a
 * key vault.
 */
@NullMarked
package io.giza.testkit.azure;

import org.jspecify.annotations.NullMarked;
