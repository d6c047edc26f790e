/** In-memory ports that pass the same contract suites as the real ones. */
@NullMarked
package io.giza.testkit.fake;

import org.jspecify.annotations.NullMarked;
