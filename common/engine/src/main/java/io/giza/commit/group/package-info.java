/**
 * The metadata data centers of an account as one gateway asks them: messages to all, pages of rows,
 * and older versions from any one.
 */
@NullMarked
package io.giza.commit.group;

import org.jspecify.annotations.NullMarked;
