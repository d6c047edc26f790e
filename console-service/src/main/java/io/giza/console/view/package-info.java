/** What pages show: the records that templates are filled with, and that are their JSON. */
@NullMarked
package io.giza.console.view;

import org.jspecify.annotations.NullMarked;
