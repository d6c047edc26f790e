/** Which cluster is asked, and how. */
@NullMarked
package io.giza.cli.cluster;

import org.jspecify.annotations.NullMarked;
