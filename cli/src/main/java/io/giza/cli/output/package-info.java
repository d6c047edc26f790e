/** How answers are printed: as tables for people, as JSON for programs. */
@NullMarked
package io.giza.cli.output;

import org.jspecify.annotations.NullMarked;
