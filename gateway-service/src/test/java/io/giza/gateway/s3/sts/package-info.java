/** STS at a gateway: what clients and strangers ask of it. */
@NullMarked
package io.giza.gateway.s3.sts;

import org.jspecify.annotations.NullMarked;
