/** What requests need of policies, and tell them. */
@NullMarked
package io.giza.gateway.s3.policy.request;

import org.jspecify.annotations.NullMarked;
