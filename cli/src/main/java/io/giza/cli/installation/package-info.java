/**
 * What a new installation needs before any of it runs: secrets, and a configuration without
 * mistakes.
 */
@NullMarked
package io.giza.cli.installation;

import org.jspecify.annotations.NullMarked;
