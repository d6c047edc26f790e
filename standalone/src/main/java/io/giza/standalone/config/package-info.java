/**
 * What a standalone cluster is made of: its options, its shape, its ports, and the folder that
 * keeps them.
 */
@NullMarked
package io.giza.standalone.config;

import org.jspecify.annotations.NullMarked;
