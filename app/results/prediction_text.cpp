#include "app/results/prediction_text.h"

#include "project/library/components.h"
#include "study/validation/predictions.h"
#include "widgets/theme/text.h"

namespace headroom::app {

PredictionText predictionText(const project::Project& project, const record::Summary& summary)
{
    static const study::SeenErrors seen = study::readSeenErrors(project::libraryFolders());
    const study::Predictions predictions = study::predictionsOf(project, summary, seen);
    return {widgets::text(rangesInWords(predictions)), widgets::text(partsInWords(predictions))};
}

} // namespace headroom::app
