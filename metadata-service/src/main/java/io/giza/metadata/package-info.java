/** The metadata-service: the acceptor's rows of one data center. */
@NullMarked
package io.giza.metadata;

import org.jspecify.annotations.NullMarked;
