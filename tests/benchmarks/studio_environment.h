// Surroundings of a benchmark of the studio: no display and nobody's settings.
#pragma once

#include <QTemporaryDir>
#include <QtGlobal>

#include <utility>

namespace headroom::bench {

/// To be made before the QApplication. Variables that the environment already has keep their values.
class StudioEnvironment
{
public:
    StudioEnvironment()
    {
        qputenv("HEADROOM_SETTINGS", folder_.filePath("settings.ini").toUtf8());
        for (const auto& [name, value] :
             {std::pair("QT_QPA_PLATFORM", "offscreen"), std::pair("HEADROOM_ENGINE", HEADROOM_ENGINE),
              std::pair("HEADROOM_LIBRARIES", HEADROOM_SOURCE_DIR "/libraries")})
            if (!qEnvironmentVariableIsSet(name))
                qputenv(name, value);
    }

private:
    QTemporaryDir folder_;
};

} // namespace headroom::bench
