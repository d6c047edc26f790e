/** Access control lists: whom the owner of a bucket or an object granted what. */
@NullMarked
package io.giza.acl;

import org.jspecify.annotations.NullMarked;
