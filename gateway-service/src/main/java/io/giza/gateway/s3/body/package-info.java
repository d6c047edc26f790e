/** The request's body: framing, checksums and signatures verified while it streams. */
@NullMarked
package io.giza.gateway.s3.body;

import org.jspecify.annotations.NullMarked;
