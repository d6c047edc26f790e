/** The commands behind ./giza. */
@NullMarked
package io.giza.standalone.cli;

import org.jspecify.annotations.NullMarked;
