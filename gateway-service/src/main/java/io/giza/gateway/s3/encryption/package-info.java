/** Server-side encryption as the headers of requests and answers have it. */
@NullMarked
package io.giza.gateway.s3.encryption;

import org.jspecify.annotations.NullMarked;
