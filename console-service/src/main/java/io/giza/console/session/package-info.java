/** Who uses the console, what they may, and what protects their browser. */
@NullMarked
package io.giza.console.session;

import org.jspecify.annotations.NullMarked;
