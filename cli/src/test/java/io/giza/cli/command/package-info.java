@NullMarked
package io.giza.cli.command;

import org.jspecify.annotations.NullMarked;
