/** The table of rows: the port and its stores. */
@NullMarked
package io.giza.metadata.table;

import org.jspecify.annotations.NullMarked;
