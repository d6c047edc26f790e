/** A container of fragments, and the fragment store of gateways that read and write it directly. */
@NullMarked
package io.giza.azure.fragment;

import org.jspecify.annotations.NullMarked;
