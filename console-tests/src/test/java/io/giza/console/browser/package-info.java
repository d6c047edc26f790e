/** The console in a real browser, before a real cluster. */
@NullMarked
package io.giza.console.browser;

import org.jspecify.annotations.NullMarked;
