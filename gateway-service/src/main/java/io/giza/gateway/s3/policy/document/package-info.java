/** Policies as documents: read, checked, and the ones that have names. */
@NullMarked
package io.giza.gateway.s3.policy.document;

import org.jspecify.annotations.NullMarked;
