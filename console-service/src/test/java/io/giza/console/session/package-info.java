@NullMarked
package io.giza.console.session;

import org.jspecify.annotations.NullMarked;
