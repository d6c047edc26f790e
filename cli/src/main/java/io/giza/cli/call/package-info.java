/**
 * What every command has that asks a cluster: which one, how answers are printed, and what options
 * say.
 */
@NullMarked
package io.giza.cli.call;

import org.jspecify.annotations.NullMarked;
