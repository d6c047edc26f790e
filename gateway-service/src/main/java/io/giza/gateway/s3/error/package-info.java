/** The one catalogue of S3 errors, and how an error travels to the client. */
@NullMarked
package io.giza.gateway.s3.error;

import org.jspecify.annotations.NullMarked;
