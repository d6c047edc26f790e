/** How much accounts and access keys may have this gateway do. */
@NullMarked
package io.giza.gateway.s3.limit;

import org.jspecify.annotations.NullMarked;
