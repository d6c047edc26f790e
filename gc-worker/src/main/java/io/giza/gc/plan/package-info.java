/** What is to be done about a row, as pure functions of what the row says. */
@NullMarked
package io.giza.gc.plan;

import org.jspecify.annotations.NullMarked;
