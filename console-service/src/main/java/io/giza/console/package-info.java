/** The web console: an application of its own that asks gateways as any client would. */
@NullMarked
package io.giza.console;

import org.jspecify.annotations.NullMarked;
