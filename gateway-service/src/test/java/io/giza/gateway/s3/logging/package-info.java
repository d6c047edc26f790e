/** Documents of S3, right and wrong ones. */
@NullMarked
package io.giza.gateway.s3.logging;

import org.jspecify.annotations.NullMarked;
