/** The codec of messages between services, measured by itself. */
@NullMarked
package io.giza.bench.messages;

import org.jspecify.annotations.NullMarked;
