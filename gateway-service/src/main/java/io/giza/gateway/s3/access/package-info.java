/** Who may do what in which bucket: asks the policies, for each request. */
@NullMarked
package io.giza.gateway.s3.access;

import org.jspecify.annotations.NullMarked;
