/** The request as it came over the wire, before anything was decided about it. */
@NullMarked
package io.giza.gateway.s3.request;

import org.jspecify.annotations.NullMarked;
