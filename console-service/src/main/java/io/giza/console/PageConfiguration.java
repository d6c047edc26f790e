package io.giza.console;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;

import io.giza.console.cluster.AdminApi;
import io.giza.console.page.BucketsController;
import io.giza.console.page.ConnectionController;
import io.giza.console.page.DataCentersController;
import io.giza.console.page.DiagnosisController;
import io.giza.console.page.ErrorAdvice;
import io.giza.console.page.FolderController;
import io.giza.console.page.KeysController;
import io.giza.console.page.ObjectController;
import io.giza.console.page.OverviewController;
import io.giza.console.page.Pages;
import io.giza.console.page.ProtectionController;
import io.giza.console.page.SettingsController;
import io.giza.console.page.TransferController;
import io.giza.console.page.UploadsController;
import io.giza.console.page.WorkController;
import io.giza.console.session.SessionCookies;
import io.giza.console.session.SessionGate;
import io.giza.console.session.SignInController;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

import tools.jackson.databind.json.JsonMapper;

/** The wiring of the pages. */
@Configuration(proxyBeanMethods = false)
@Import({
    SignInController.class,
    ErrorAdvice.class,
    BucketsController.class,
    FolderController.class,
    KeysController.class,
    ObjectController.class,
    ProtectionController.class,
    SettingsController.class,
    UploadsController.class,
    ConnectionController.class,
    DataCentersController.class,
    DiagnosisController.class,
    OverviewController.class,
    WorkController.class,
    TransferController.class
})
class PageConfiguration {
    @Bean
    TemplateEngine templateEngine() {
        TemplateEngine engine = TemplateEngine.createPrecompiled(ContentType.Html);
        engine.setTrimControlStructures(true);
        return engine;
    }

    @Bean
    Pages pages(TemplateEngine templates, JsonMapper json) {
        return new Pages(templates, json);
    }

    @Bean
    SignInController.SignInPage signInPage(Pages pages) {
        return pages::signIn;
    }

    @Bean
    WebMvcConfigurer gateAndAssets(SessionCookies cookies, AdminApi cluster) {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new SessionGate(cookies, cluster))
                        .excludePathPatterns("/assets/**", "/actuator/**");
            }

            @Override
            public void addResourceHandlers(ResourceHandlerRegistry registry) {
                registry.addResourceHandler("/assets/lib/**")
                        .addResourceLocations("classpath:/META-INF/resources/webjars/")
                        .setCacheControl(CacheControl.noCache());
                registry.addResourceHandler("/assets/**")
                        .addResourceLocations("classpath:/console/")
                        .setCacheControl(CacheControl.noCache());
            }
        };
    }
}
