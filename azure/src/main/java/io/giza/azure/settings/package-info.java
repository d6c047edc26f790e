/** The settings of an Azure Storage account as configuration writes them, and their validation. */
@NullMarked
package io.giza.azure.settings;

import org.jspecify.annotations.NullMarked;
