/** Lists of whom an owner grants what. */
@NullMarked
package io.giza.gateway.s3.acl;

import org.jspecify.annotations.NullMarked;
