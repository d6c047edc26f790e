/** What commands show of data centers. */
@NullMarked
package io.giza.cli.topology;

import org.jspecify.annotations.NullMarked;
