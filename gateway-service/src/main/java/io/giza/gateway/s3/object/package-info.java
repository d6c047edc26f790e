/** The handlers of single objects: get, put, copy, delete, tags, attributes, and the form post. */
@NullMarked
package io.giza.gateway.s3.object;

import org.jspecify.annotations.NullMarked;
