/**
 * Commands about the data centers: how they are, where they are, and whether one may be taken down.
 */
@NullMarked
package io.giza.cli.topology;

import org.jspecify.annotations.NullMarked;
