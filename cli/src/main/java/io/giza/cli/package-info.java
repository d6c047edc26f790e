/** The command {@code giza}: what operators ask a cluster, wherever it runs, over its Admin API. */
@NullMarked
package io.giza.cli;

import org.jspecify.annotations.NullMarked;
