/** The pages: what each asks for and shows. */
@NullMarked
package io.giza.console.page;

import org.jspecify.annotations.NullMarked;
