/**
 * Who may do what in which bucket, and with which object: asks policies and lists, for each
 * request.
 */
@NullMarked
package io.giza.gateway.s3.access;

import org.jspecify.annotations.NullMarked;
