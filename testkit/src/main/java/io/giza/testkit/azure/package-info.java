/** Azure's stores for tests: an emulator as a process, and a proxy that loses and refuses. */
@NullMarked
package io.giza.testkit.azure;

import org.jspecify.annotations.NullMarked;
