/** The handlers of multipart uploads and of their parts. */
@NullMarked
package io.giza.gateway.s3.multipart;

import org.jspecify.annotations.NullMarked;
