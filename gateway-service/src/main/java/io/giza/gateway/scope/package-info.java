/**
 * The bucket or upload that a request reads or writes in, and the check that it was still there
 * when the request took effect.
 */
@NullMarked
package io.giza.gateway.scope;

import org.jspecify.annotations.NullMarked;
